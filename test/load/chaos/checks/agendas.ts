// Checks that agenda and journal agree: the operator’s command that rebuilds an agenda must not change it.
import { rebuildAgenda } from '#src/journey/agenda/rebuild.ts'
import { capabilities } from '#src/main/capabilities.ts'
import { openDatabase } from '#src/platform/db/client.ts'

const width = 4

export async function findDisagreements(url: string, ids: readonly string[]): Promise<string[]> {
  const database = openDatabase(url, 'atesta-chaos', width)
  const kinds = capabilities.flatMap(({ kinds: own }) => own ?? [])
  const left = [...ids]
  const wrong: string[] = []
  const work = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop())
      if (await rebuildAgenda(database.db, id, kinds)) wrong.push(`${id} had to be made anew`)
  }
  try {
    await Promise.all(Array.from({ length: width }, work))
  } finally {
    await database.close()
  }
  return wrong
}
