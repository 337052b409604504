// Makes a self-signed certificate for phones on the local network: browsers give a camera to https alone, and warn
// once.
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

export type Certificate = { readonly key: string; readonly cert: string }

/** For names and IPv4 addresses, for some days; P-256, X.509 version 3. */
export function makeCertificate(
  hosts: readonly string[],
  now = new Date(),
  days = 30,
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const until = new Date(now.getTime() + days * 86_400_000)
  const serial = randomBytes(16)
  // A serial number is positive, and no longer than it must be.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    ecdsaWithSha256,
    commonName,
    sequence(time(now), time(until)),
    commonName,
    publicKey,
    tagged(0xa3, sequence(alternativeNames(hosts))),
  )
  const signature = sign('sha256', body, createPrivateKey(privateKey))
  const whole = sequence(body, ecdsaWithSha256, bits(signature))
  const base64 = whole.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()
  return {
    key: privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  }
}

/** DER: a tag, a length, a value. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const { length } = value
  const size =
    length < 128
      ? [length]
      : length < 256
        ? [0x81, length]
        : [0x82, Math.floor(length / 256), length % 256]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts)
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const bits = (bytes: Buffer) => tagged(0x03, Buffer.from([0]), bytes)
const octets = (bytes: Buffer) => tagged(0x04, bytes)

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const commonName = sequence(
  tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from('Atesta local start')))),
)

/** `YYMMDDhhmmssZ`, which holds until 2049. */
const time = (at: Date) =>
  tagged(0x17, Buffer.from(`${at.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))

const alternativeNames = (hosts: readonly string[]): Buffer =>
  sequence(
    objectId('551d11'),
    octets(
      sequence(
        ...hosts.map((host) =>
          isIPv4(host)
            ? tagged(0x87, Buffer.from(host.split('.').map(Number)))
            : tagged(0x82, Buffer.from(host)),
        ),
      ),
    ),
  )
