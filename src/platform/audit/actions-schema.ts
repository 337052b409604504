// Everything that an audit row can tell of.
export const auditActions = {
  'picture.linked': 'Links to pictures were given.',
  'picture.opened': 'A picture was opened by its link.',
  'record.read': 'A whole personal record was read; where the tenant’s settings say so.',
  'transactions.listed': 'Somebody listed transactions.',
  'transactions.searched': 'Somebody looked for the transactions of a document, phone or e-mail.',
  'suppressions.searched': 'Somebody looked up what stops messages to a number.',
  'suppression.ended': 'A number gets messages again.',
  'review.read': 'A person looked at a review.',
  'review.claimed': 'A review was handed out to a person.',
  'hit.judged': 'Whether a hit of a check is about the subject.',
  'data.bought': 'Data of a person or a company were asked for: by which law, and what.',
  'lists.searched': 'Somebody looked up what a deny or allow list says of a value.',
  'list.denied': 'A deny entry.',
  'list.allowed': 'An allow entry.',
  'list.ended': 'A deny or allow entry is gone.',
  'outcome.told': 'What became of a transaction.',
  'data.erased':
    'The data of a transaction were erased, by request or because their time was over.',
  'data.restricted': 'Erasure was asked for, and a duty keeps what is restricted from then on.',
  'data.withdrawn': 'A person has taken back what they had agreed to, and it was deleted.',
  'data.held': 'A legal hold on a transaction: what was set or prolonged.',
  'data.hold-lifted': 'A legal hold is lifted, by two people.',
  'data.classified': 'Which duties a transaction is under.',
  'restricted.read': 'What a duty alone keeps was read.',
  'review.decided': 'A person decided what the service could not.',
  'review.appealed': 'A decision goes to another person.',
  'pack.published': 'A version of a pack.',
  'pack.cases-replaced': 'The test cases of a published version.',
  'pack.rolled-out': 'What new runs of a pack get.',
  'pack.approved-by-setting':
    'A run ended approved where the tenant’s settings let verdicts do without something.',
  'scorecard.published': 'A version of a scorecard.',
  'scorecard.cases-replaced': 'The test cases of a published version.',
  'scorecard.rolled-out': 'What is scored by from now on.',
  'api-key.created': 'An API key.',
  'api-key.rotated': 'An API key has a successor.',
  'api-key.revoked': 'An API key is good no longer.',
  'tenant.registered': 'A tenant may use the service.',
  'tenant.changed': 'The registration of a tenant.',
  'second.asked': 'One of two people asked for something.',
  'second.given': 'The second of two people asked for the same.',
} as const satisfies Record<string, string>

export type AuditAction = keyof typeof auditActions

// Safe because the object above has no other keys.
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]
