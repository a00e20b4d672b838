"""Read and write the files of an evaluation: bounded in size, clear in error, without Django."""
