// Masks an e-mail address or phone number, so that only its owner recognises it.

/** `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return hidden
  const [first = ''] = email.slice(0, at)
  return `${first}${hidden}${email.slice(at)}`
}

/** The last four digits of a number in E.164: `•••• 5678`. */
export const maskPhone = (e164: string): string => `${hidden}• ${e164.slice(-4)}`

/** `M••• S•••`: the first and the last of a person's names. */
export function maskName(name: string): string {
  const parts = name.trim().split(/\s+/)
  const shown = parts.length > 1 ? [parts[0], parts.at(-1)] : parts
  return shown.map((part = '') => `${part.charAt(0)}${hidden}`).join(' ')
}

const hidden = '•••'
