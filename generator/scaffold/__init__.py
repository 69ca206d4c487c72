"""What strangers have -- tables, folders of pictures, a template of another size -- becomes files of a project."""
