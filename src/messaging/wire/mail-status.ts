// What the enhanced status code of a refused mail speaks of (RFC 3463), by its class and subject.

/** Nobody has that mailbox: `5.1.1`, also behind a code of ours, `smtp-550-5.1.1`. */
export const isNoMailbox = (code: string): boolean => /(^|-)5\.1\.1$/.test(code)

/** The policy of the receiver speaks of who sends: neither of the mailbox nor of the text. */
export const isOfSender = (status: string): boolean => status.startsWith('5.7.')
