// cells
