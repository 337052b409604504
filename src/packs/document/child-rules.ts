// The states of a transaction that a step has made for an element of a list. Pure.

/**
 * `in-review`: a person is asked about it. `unidentified`: no transaction is made, because the element has no document,
 * or one of a type for which the step has no pack.
 */
export const childStatuses = ['waiting', 'in-review', 'ended', 'erased', 'unidentified'] as const
export type ChildStatus = (typeof childStatuses)[number]

/** Whether the transaction may still get its verdict. */
export const isAwaited = (status: ChildStatus): boolean =>
  status === 'waiting' || status === 'in-review'
