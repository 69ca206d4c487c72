"""What is drawn on one side of one component: the value `Face`, its nodes, shapes and plane geometry."""
