// Why a service of a check has failed, by the codes of the API.

export const failureCodes = {
  'no-provider': 'no account of this deployment has the service',
  'provider-failed': 'no account could be asked',
  'input-refused': 'the source cannot be asked with this document or these parameters',
  'check-uncertain':
    'nobody knows whether it was bought or what was found, and it may not be repeated by itself',
  'no-result': 'it was bought, and no result has come in time',
  'no-legal-basis': 'nothing says by which law it may be bought',
  'ended-by-operator':
    'an operator has ended what was open of the transaction, before it was bought',
  'limit-reached': "the tenant's spending of the day is used up",
} as const

export type FailureCode = keyof typeof failureCodes
