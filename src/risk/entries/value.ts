// The one spelling of a listed value; undefined where it names nothing. Pure.
import { documentValue } from '#src/journey/velocity/sighting.ts'
import { addressKeys, cardKey, phoneKey } from '#src/risk/insights/keys.ts'
import type { EntrySearch } from './schema.ts'
import type { Listed } from './store.ts'

type Sent = Exclude<EntrySearch, { kind: 'face' }>

export function listedOf(sent: Sent): Listed | undefined {
  const value = valueOf(sent)
  return value === undefined ? undefined : { kind: sent.kind, value }
}

function valueOf(sent: Sent): string | undefined {
  switch (sent.kind) {
    case 'document':
      return documentValue(sent)
    case 'phone':
      return phoneKey(sent.phone)
    case 'address':
      // The flat where one is named, else the whole building.
      return addressKeys(sent).at(-1)
    case 'device':
      return sent.deviceId
    case 'card':
      return cardKey(sent)
  }
}
