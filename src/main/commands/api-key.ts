// Manages API keys for tenants without an issuer, for anybody with access to the database:
// `node src/main/commands/api-key.ts create --tenant acme --mode live --scope "keys:write" --name first`.
import { parseArgs } from 'node:util'
import { checkDatabase } from '#src/main/ports/check-database.ts'
import { trust } from '#src/main/ports/egress.ts'
import { runAsCommand } from '#src/main/process/run-as-process.ts'
import { writeAudit } from '#src/platform/audit/write.ts'
import { insertKey, listKeys, revokeKeys } from '#src/platform/api-keys/store.ts'
import { type Db, openDatabase } from '#src/platform/db/client.ts'
import { isUuid } from '#src/platform/ids.ts'
import { isScope } from '#src/platform/http/auth/scopes-schema.ts'

const usage = `api-key create --tenant NAME --mode sandbox|live --scope "SCOPE SCOPE" --name WHAT [--days 90]
api-key list --tenant NAME --mode sandbox|live
api-key revoke ID --tenant NAME --mode sandbox|live`

const text = { type: 'string' } as const
const options = { tenant: text, mode: text, scope: text, name: text, days: text } as const
const dayMs = 86_400_000

/** Returns the lines to print. Throws an Error that says what is wrong. */
export async function runApiKey(db: Db, args: string[]): Promise<string[]> {
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  const [command = '', id = ''] = positionals
  const { tenant = '', mode, scope = '', name = '', days = '90' } = values
  if (tenant === '' || (mode !== 'sandbox' && mode !== 'live')) throw new Error(usage)
  const owner = { tenant, mode } as const
  const by = { ...owner, actorKind: 'command' } as const
  switch (command) {
    case 'create': {
      const named = scope.split(' ').filter(Boolean)
      const scopes = named.filter(isScope).filter((one) => one !== 'tenants:admin')
      const isSound = scopes.length > 0 && scopes.length === named.length
      if (!isSound || name === '' || !/^[1-9]\d{0,2}$/.test(days)) throw new Error(usage)
      const expiresAt = new Date(Date.now() + Number(days) * dayMs)
      return db.transaction(async (tx) => {
        const { row, key } = await insertKey(tx, { ...owner, name, scopes, expiresAt })
        const details = { scopes: scopes.join(' ') }
        await writeAudit(tx, by, { action: 'api-key.created', object: row.id, details })
        return [key]
      })
    }
    case 'list': {
      const rows = await listKeys(db, owner, 1_000)
      return rows.map((row) =>
        [row.id, row.revokedAt ? 'revoked' : row.expiresAt.toISOString(), row.name].join('  '),
      )
    }
    case 'revoke':
      // A text that is no UUID may be a key itself, so it is neither looked up nor printed.
      if (!isUuid(id)) throw new Error('the id of a key is a UUID: `list` shows them')
      return db.transaction(async (tx) => {
        const revoked = await revokeKeys(tx, owner, id)
        if (revoked.length === 0)
          throw new Error('no such key of this tenant and mode, or it was revoked before')
        for (const object of revoked)
          await writeAudit(tx, by, { action: 'api-key.revoked', object })
        return revoked
      })
    default:
      throw new Error(usage)
  }
}

async function main(parts: AsyncDisposableStack): Promise<void> {
  const { DATABASE_URL: url, EGRESS_CA_FILE: authorities } = process.env
  if (!url) throw new Error('DATABASE_URL must name the database')
  if (authorities) trust(authorities)
  const database = openDatabase(url, 'atesta-api-key', 2)
  parts.defer(() => database.close())
  await checkDatabase(url, database)
  for (const line of await runApiKey(database.db, process.argv.slice(2)))
    process.stdout.write(`${line}\n`)
}

if (import.meta.main) await runAsCommand(main)
