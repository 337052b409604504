// What was searched for stays in this tab alone: an address never holds it, and Back and reload still find it.
const place = 'atesta-search'

export function recallSearch(): string {
  try {
    return sessionStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

export function keepSearch(text: string): void {
  try {
    sessionStorage.setItem(place, text)
  } catch {
    // A browser that keeps nothing: Back shows an empty field.
  }
}
