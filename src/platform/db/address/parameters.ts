// The parameters that may follow `?` in the database’s URL: those of libpq (its documentation, "Parameter Key Words")
// that are supported here, and our own. Unsupported ones are refused rather than ignored, because somebody relies on
// them.

/** The supported parameters that `address.ts` reads; those of hosts, role and database are read with the URL itself. */
const taken = new Set([
  'application_name', 'connect_timeout', 'options', 'passwordfile', 'sslcert', 'sslkey', 'sslmode',
  'sslnegotiation', 'sslrootcert', 'target_session_attrs', 'userfile',
]) // prettier-ignore

/** Accepted with a value that describes what happens anyway. */
const already: Readonly<Record<string, RegExp>> = {
  channel_binding: /^(disable|prefer)$/,
  client_encoding: /^(utf-?8|auto)$/i,
  fallback_application_name: /^/,
  gssencmode: /^(disable|prefer)$/,
  keepalives: /^1$/,
  load_balance_hosts: /^disable$/,
  min_protocol_version: /^3\.0$/,
  replication: /^(false|off|no|0)$/,
  ssl_min_protocol_version: /^TLSv1(\.[012])?$/,
  sslcertmode: /^allow$/,
  sslcompression: /^0$/,
  sslsni: /^1$/,
}

/** Advice for unsupported parameters: what to write in their place. */
const instead: Readonly<Record<string, string>> = {
  passfile: 'a file that holds the password is passwordfile',
  service: 'name the host itself',
  servicefile: 'name the host itself',
  ssl: 'TLS is sslmode=verify-full, with sslrootcert',
  sslpassword: 'sslkey names a key without a password',
}

const secondsMax = 60
const targets = ['any', 'read-write', 'primary']

/** Throws an Error that names the parameter that is not accepted, and what to write instead. */
export function checkParameters(given: ReadonlyMap<string, string>): void {
  for (const [name, value] of given) {
    if (already[name]?.test(value) === true) continue
    if (!taken.has(name)) throw new Error(refuse(name))
  }
  const target = given.get('target_session_attrs')
  if (target !== undefined && !targets.includes(target))
    throw new Error(
      `target_session_attrs of the database’s URL is one of ${targets.join(', ')}: a process writes, and no standby takes that.`,
    )
  const timeout = given.get('connect_timeout') ?? '0'
  if (!/^\d{1,4}$/.test(timeout) || Number(timeout) > secondsMax)
    throw new Error(
      `connect_timeout of the database’s URL is whole seconds, at most ${secondsMax}; 0 and none leave it as it is.`,
    )
  const negotiation = given.get('sslnegotiation') ?? 'postgres'
  if (negotiation !== 'postgres' && negotiation !== 'direct')
    throw new Error('sslnegotiation of the database’s URL is postgres or direct.')
}

function refuse(name: string): string {
  const named = /^[\w.]{1,40}$/.test(name) ? name : 'A parameter'
  const how =
    instead[name] ??
    (name in already
      ? 'it is taken only where it says what is so anyway'
      : `a setting of the server is options=-c%20name%3Dvalue, and these are taken: ${[...taken].join(', ')}`)
  return `${named} of the database’s URL is not heeded: ${how} (docs/operations.md, "The address of the database").`
}
