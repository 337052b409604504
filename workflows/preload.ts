// Evaluated once for all runs of a process, before any of them begins.

// The SDK takes a stack, with source maps, of every promise that a workflow makes: four frames name the place. The property
// is V8's own, which the types of the sandbox do not know.
Object.assign(Error, { stackTraceLimit: 4 })
