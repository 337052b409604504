// A database that is there and takes no statement of ours: a role of a test's own, and what an operator can do to it.
import postgres from 'postgres'
import { inject } from 'vitest'

export type Refusal = { readonly code: string; readonly refuse: string; readonly allow: string }

export type OwnRole = {
  /** As this role. */
  readonly url: string
  /** In the server's own words, by SQLSTATE of what a connection is refused with. */
  readonly refusals: readonly Refusal[]
  /** From then on no connection is taken; those that there are end. */
  refuse(how: Pick<Refusal, 'refuse'>): Promise<void>
  allow(how: Pick<Refusal, 'allow'>): Promise<void>
  close(): Promise<void>
}

const password = 'of-tests-alone'

/** `url`: of the test's database. */
export async function makeRole(url: string): Promise<OwnRole> {
  const admin = postgres(inject('adminUrl'), { max: 1, onnotice() {} })
  const own = new URL(url)
  const database = own.pathname.slice(1)
  const name = `refused_${database.slice(-8)}`
  await admin.unsafe(`create role ${name} login password '${password}' in role atesta_test`)
  await admin.unsafe(`revoke connect on database ${database} from public`)
  await admin.unsafe(`grant connect on database ${database} to ${name}, atesta_test`)
  Object.assign(own, { username: name, password })
  const endAll = () => admin`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = ${name}`
  return {
    url: own.href,
    refusals: [
      {
        code: '28P01',
        refuse: `alter role ${name} password 'another'`,
        allow: `alter role ${name} password '${password}'`,
      },
      { code: '28000', refuse: `alter role ${name} nologin`, allow: `alter role ${name} login` },
      {
        code: '53300',
        refuse: `alter role ${name} connection limit 0`,
        allow: `alter role ${name} connection limit -1`,
      },
      {
        code: '55000',
        refuse: `alter database ${database} allow_connections false`,
        allow: `alter database ${database} allow_connections true`,
      },
      {
        code: '42501',
        refuse: `revoke connect on database ${database} from ${name}, atesta_test`,
        allow: `grant connect on database ${database} to ${name}, atesta_test`,
      },
    ],
    async refuse({ refuse }) {
      await admin.unsafe(refuse)
      await endAll()
    },
    async allow({ allow }) {
      await admin.unsafe(allow)
    },
    async close() {
      await endAll()
      await admin.unsafe(`revoke connect on database ${database} from ${name}`)
      await admin.unsafe(`drop role ${name}`)
      await admin.end()
    },
  }
}
