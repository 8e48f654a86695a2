// Filled by the demangling work.
