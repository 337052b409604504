// A real SMTP server on a free port that behaves as a test sets it, message by message.
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Behaviour =
  | 'accept'
  /** Answers 550 5.1.1 to RCPT, quoting the address as real servers do. */
  | 'refuse'
  /** Answers 554 5.7.1 to RCPT: relaying denied. */
  | 'deny-relay'
  /** Answers 451 to RCPT. */
  | 'defer'
  | 'refuse-sender'
  /** Refuses by its policy after it has read the message. */
  | 'refuse-policy'
  /** Answers 554 or 451 after the whole message. */
  | 'refuse-content'
  | 'defer-content'
  /** Sends no greeting. */
  | 'hang-before-greeting'
  /** Sends no answer to RCPT, or none after DATA’s final dot. */
  | 'hang-at-recipient'
  | 'hang'
  /** Resets the connection at RCPT, or after DATA’s final dot. */
  | 'reset-at-recipient'
  | 'reset'

export type ReceivedMail = {
  readonly envelopeFrom: string
  readonly envelopeTo: readonly string[]
  readonly dsnId: string | undefined
  readonly raw: string
}

export type SmtpServer = AsyncDisposable & {
  readonly url: string
  /** Every message of which the server has received the final dot, whatever it answered. */
  readonly mails: ReceivedMail[]
  behaviour: Behaviour
  /** Decides at RCPT by the address, in place of `behaviour`. */
  behaviourAt: ((address: string) => Behaviour) | undefined
  /** Called at the final dot before the answer, so that a test can kill the sender there. */
  atFinalDot: ((mail: ReceivedMail) => Promise<void>) | undefined
  /** Refuses every log-in from then on, if the server was started with `auth`. */
  refuseAuth: boolean
  /** The number of open connections. */
  readonly connections: () => number
  close(): Promise<void>
}

const reply = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** `utf8`: whether it offers SMTPUTF8. */
export async function startSmtp({ auth = false, utf8 = true } = {}): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const cut = () => sockets.forEach((socket) => socket.resetAndDestroy())
  const server = new SMTPServer({
    authOptional: !auth,
    allowInsecureAuth: true,
    disabledCommands: auth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    hideDSN: false,
    hideSMTPUTF8: !utf8,
    ...handlers(() => state, cut),
  } satisfies SMTPServerOptions)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // A client that disconnects is part of what is tested.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // Safe because the server listens on a TCP port.
  const { port } = server.server.address() as AddressInfo
  async function close(): Promise<void> {
    cut()
    await new Promise<void>((resolve) => server.close(resolve))
  }
  const state: SmtpServer = {
    url: `smtp://${auth ? 'user:secret@' : ''}127.0.0.1:${port}`,
    mails: [],
    behaviour: 'accept',
    behaviourAt: undefined,
    atFinalDot: undefined,
    refuseAuth: false,
    connections: () => sockets.size,
    close,
    [Symbol.asyncDispose]: close,
  }
  return state
}

function handlers(state: () => SmtpServer, cut: () => void): SMTPServerOptions {
  const is = (...behaviours: Behaviour[]) => behaviours.includes(state().behaviour)
  return {
    onConnect: (_session, done) => (is('hang-before-greeting') ? undefined : done()),
    onAuth: (_auth, _session, done) =>
      state().refuseAuth ? done(reply(535, 'no entry for user')) : done(null, { user: 'user' }),
    onMailFrom: ({ address }, _session, done) =>
      is('refuse-sender') ? done(reply(550, `5.1.0 ${address} may not send`)) : done(),
    onRcptTo: ({ address }, _session, done) => {
      const behaviour = state().behaviourAt?.(address) ?? state().behaviour
      if (behaviour === 'hang-at-recipient') return
      if (behaviour === 'reset-at-recipient') return cut()
      if (behaviour === 'refuse') return done(reply(550, `5.1.1 <${address}> does not exist`))
      if (behaviour === 'deny-relay')
        return done(reply(554, `5.7.1 <${address}>: relay access denied`))
      if (behaviour === 'defer') return done(reply(451, `4.3.0 try <${address}> again later`))
      done()
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        const { mailFrom, rcptTo } = envelope
        const mail = {
          envelopeFrom: mailFrom ? mailFrom.address : '',
          envelopeTo: rcptTo.map(({ address }) => address),
          dsnId: readEnvid(envelope),
          raw: Buffer.concat(chunks).toString(),
        }
        state().mails.push(mail)
        if (is('hang')) return
        if (is('reset')) return cut()
        if (is('refuse-policy')) return done(reply(550, '5.7.26 the sender is not authenticated'))
        if (is('refuse-content')) return done(reply(554, '5.6.0 message refused'))
        if (is('defer-content')) return done(reply(451, '4.3.0 no room'))
        const { atFinalDot } = state()
        if (atFinalDot) callbackify(() => atFinalDot(mail))((error) => done(error))
        else done()
      })
    },
  }
}

/** The server’s types lack the delivery status extension; its data are in the envelope. */
function readEnvid(envelope: object): string | undefined {
  if (!('dsn' in envelope)) return undefined
  const { dsn } = envelope
  const id = typeof dsn === 'object' && dsn !== null && 'envid' in dsn ? dsn.envid : undefined
  return typeof id === 'string' ? id : undefined
}
