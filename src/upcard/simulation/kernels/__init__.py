"""The machine code of the simulator, for processors and graphics cards."""
