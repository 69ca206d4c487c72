"""How the engine speaks: what is told, what is accepted, in which form; watching; the reference of codes."""
