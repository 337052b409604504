/** Throws when an invariant of the service is broken; `message` says what is wrong. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
