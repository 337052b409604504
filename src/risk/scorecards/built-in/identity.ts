// The first scorecard of the module `score`, which never changes: the transaction's own data and the e-mail token.
import type { Scorecard } from '../document.ts'

/**
 * All good signs together make 100. Missing data cost nothing; only an impossible document number and an impossible age
 * subtract points.
 */
export const identity = {
  base: 45,
  rules: [
    {
      code: 'document-check-digits-hold',
      when: 'document.checkDigitsHold',
      points: 10,
      description: 'Dígitos verificadores do documento corretos',
    },
    {
      code: 'document-check-digits-fail',
      when: '!document.checkDigitsHold',
      points: -40,
      description: 'Dígitos verificadores do documento incorretos',
    },
    {
      code: 'age-adult',
      when: 'age.known && age.years >= 18 && age.years <= 110',
      points: 5,
      description: 'Idade adulta plausível',
    },
    {
      code: 'age-impossible',
      when: 'has(age.impossible) && age.impossible',
      points: -40,
      description: 'Data de nascimento impossível',
    },
    {
      code: 'email-verified-by-token',
      when: 'email.verifiedByToken',
      points: 25,
      description: 'E-mail confirmado por token',
    },
    {
      code: 'email-declared-verified',
      when: 'email.declaredVerified && !email.verifiedByToken',
      points: 5,
      description: 'E-mail declarado como verificado',
    },
    {
      code: 'phone-plausible-mobile',
      when: 'phones.plausibleMobile > 0',
      points: 10,
      description: 'Telefone celular plausível',
    },
    {
      code: 'phone-declared-verified',
      when: 'phones.plausible > 0 && phones.declaredVerified > 0',
      points: 5,
      description: 'Telefone declarado como verificado',
    },
  ],
  bands: [
    { from: 0, name: 'alto risco' },
    { from: 40, name: 'risco médio' },
    { from: 70, name: 'baixo risco' },
  ],
} satisfies Scorecard
