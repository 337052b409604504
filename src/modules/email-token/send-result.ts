/** What is known after a try. `code` is one of ours (`smtp-550`), never a text of the provider. */
export type SendResult =
  | { readonly kind: 'accepted'; readonly providerMsgId: string }
  | {
      readonly kind: 'rejected'
      readonly class: 'recipient' | 'content'
      readonly code: string
      readonly permanent: true
    }
  | {
      readonly kind: 'deferred'
      /** `account`: our own access is at fault, an operator must look. */
      readonly class: 'rate' | 'transient' | 'account'
      readonly code: string
      readonly retryAfterMs?: number
    }
  | { readonly kind: 'uncertain'; readonly cause: 'timeout' | 'reset' }
