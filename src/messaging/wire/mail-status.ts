// Classifies the enhanced status code of a refused mail (RFC 3463), by its class and subject.

/** Whether the mailbox does not exist: `5.1.1`, also at the end of our own codes, such as `smtp-550-5.1.1`. */
export const isNoMailbox = (code: string): boolean => /(^|-)5\.1\.1$/.test(code)

/** Whether the receiver’s policy rejects the sender, not the mailbox or the text. */
export const isOfSender = (status: string): boolean => status.startsWith('5.7.')
