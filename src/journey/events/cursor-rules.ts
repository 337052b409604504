// A reader’s position among the events: the database that numbered the commits, the commit, and the event in it.

/** `origin` identifies the database and its timeline, because another one numbers its commits differently. */
export type Cursor = { readonly origin: string; readonly tx: number; readonly id: string }

/** Written in base 36 to be short; the timeline grows with each failover. */
export const originOf = (systemId: string, timeline: string): string =>
  `${BigInt(systemId).toString(36)}${parseInt(timeline, 16).toString(36).padStart(4, '0')}`

export const toPosition = ({ origin, tx, id }: Cursor): string =>
  `${origin}-${tx}-${id.replaceAll('-', '')}`

/** Expects a text that `toPosition` has written. */
export function toCursor(text: string): Cursor {
  const [origin = '', tx = '0', hex = ''] = text.split('-')
  return {
    origin,
    tx: Number(tx),
    id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  }
}

/** The time of the cursor’s id, epoch ms: older events may be deleted already. */
export const timeOf = ({ id }: Cursor): number => parseInt(id.replace('-', '').slice(0, 12), 16)
