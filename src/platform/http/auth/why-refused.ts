// Explains in a sentence why a credential is refused. Used only in the sandbox: in live mode it would help a stranger
// to forge credentials.
import { decodeJwt } from 'jose'
import { Problem } from '#src/platform/errors.ts'

/** The sentences by the reasons in the log. */
const sentences: Readonly<Record<string, string>> = {
  'no-credential': 'There is no Authorization header.',
  'api-key': 'The API key is unknown, was revoked or has expired.',
  malformed: 'The Authorization header is not `Bearer` with a JWT of three parts or an API key.',
  issuer: 'The claim `iss` names no issuer that this service trusts; it is compared exactly.',
  algorithm: 'The `alg` of the header is not one that this service takes of the issuer.',
  claims:
    'The claims lack a tenant or a mode, or name one that is not the issuer’s; or the scopes are neither a text nor a list.',
  ERR_JWT_EXPIRED: 'The token has expired (`exp`).',
  'ERR_JWT_CLAIM_VALIDATION_FAILED aud': 'The claim `aud` does not name this service.',
  'ERR_JWT_CLAIM_VALIDATION_FAILED iss': 'The claim `iss` is not that of the issuer.',
  'ERR_JWT_CLAIM_VALIDATION_FAILED exp': 'The claim `exp` is missing or no number.',
  'ERR_JWT_CLAIM_VALIDATION_FAILED nbf': 'The token is not good yet (`nbf`).',
  'ERR_JWT_CLAIM_VALIDATION_FAILED iat': 'The claim `iat` is no number.',
  ERR_JWT_INVALID: 'The times of the token (`exp`, `nbf`, `iat`) are not numbers of seconds.',
  ERR_JOSE_NOT_SUPPORTED: 'The header has `crit` with what this service does not know.',
  ERR_JWS_INVALID: 'The token is not a signed one of RFC 7515, or its `crit` or `b64` is wrong.',
  ERR_JWKS_NO_MATCHING_KEY: 'No key of the issuer’s key set has signed the token.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED:
    'The signature is not that of the issuer’s key; whoever changes a token has to sign it again.',
}

/**
 * Adds the sentence to the refusal, unless the credential claims to be for live mode. Other errors are returned
 * unchanged.
 */
export function explainRefusal(error: unknown, authorization: string | undefined): unknown {
  if (!(error instanceof Problem) || error.code !== 'unauthorized') return error
  const { reason, headers } = error
  const detail = sentences[reason ?? '']
  if (detail === undefined || isOfLive(authorization)) return error
  return new Problem('unauthorized', {
    detail,
    ...(reason !== undefined && { reason }),
    ...(headers && { headers }),
  })
}

/** Reads the mode that the token claims, which is not verified. */
function isOfLive(authorization: string | undefined): boolean {
  try {
    return decodeJwt(authorization?.trim().split(/ +/)[1] ?? '')['mode'] === 'live'
  } catch {
    return false
  }
}
