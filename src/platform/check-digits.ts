// The check digits of CPF and CNPJ (Brazilian numbers of people and companies). Pure.

/** Whether a CPF as stored (11 digits, no punctuation) has the check digits that follow from its first nine. */
export function cpfCheckDigitsHold(document: string): boolean {
  return /^\d{11}$/.test(document) && checkDigitsHold(document, 11)
}

/** Whether a CNPJ as stored (12 letters or digits and 2 digits, upper case) has the right check digits. */
export function cnpjCheckDigitsHold(document: string): boolean {
  return /^[0-9A-Z]{12}\d{2}$/.test(document) && checkDigitsHold(document, 9)
}

function checkDigitsHold(document: string, weightMax: number): boolean {
  // A number of one repeated digit passes the sums, but no registry has ever issued one.
  if (new Set(document).size === 1) return false
  const values = Array.from(document, (character) => character.charCodeAt(0) - 48)
  const [first, second] = values.slice(-2)
  return (
    first === checkDigit(values.slice(0, -2), weightMax) &&
    second === checkDigit(values.slice(0, -1), weightMax)
  )
}

/** The weights count 2, 3, … from the right and start again at 2 after `weightMax`. */
function checkDigit(values: readonly number[], weightMax: number): number {
  const sum = values.toReversed().reduce((total, value, index) => {
    return total + value * (2 + (index % (weightMax - 1)))
  }, 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}
