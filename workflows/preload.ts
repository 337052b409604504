// Evaluated once for all workflow runs of a process, before the first one begins.

// The SDK records a stack with source maps for every promise of a workflow, and four frames are enough to find the
// place. The property is V8's own, which the types of the sandbox do not know.
Object.assign(Error, { stackTraceLimit: 4 })
