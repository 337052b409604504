/** One plain address: text that a parser could take for a list, a group or a header is none. */
export function isMailbox(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(text)
}
