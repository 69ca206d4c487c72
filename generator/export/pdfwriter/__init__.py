"""The parts of a PDF file: its objects, content streams, shadings and pictures, fonts."""
