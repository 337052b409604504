import { expect, test } from 'vitest'
import { schemeOf, toBin } from '#src/risk/insights/card-scheme.ts'
import {
  isDisposable,
  isMistyped,
  isOneEditApart,
  isRole,
} from '#src/risk/insights/mail-domains.ts'
import { parseMailbox } from '#src/journey/transaction/mailbox.ts'

test('a domain is mistyped one sign beside a common one, and not when it is real', () => {
  expect(
    ['gmial.com', 'gmai.com', 'hotmaill.com', 'gmail.com.br', 'outlok.com'].filter(
      (one) => !isMistyped(one),
    ),
  ).toEqual([])
  const real = ['gmail.com', 'mail.com', 'ymail.com', 'email.com', 'empresa.com.br', 'live.com.pt']
  expect(real.filter(isMistyped)).toEqual([])
})

test.for([
  ['ab', 'ba', true],
  ['ab', 'abc', true],
  ['ab', 'cab', true],
  ['abc', 'axc', true],
  ['ab', 'ab', false],
  ['abcd', 'badc', false],
  ['ab', 'abcd', false],
  ['abc', 'cba', false],
] as const)('%s and %s are one edit apart: %s', ([one, other, apart]) => {
  expect([isOneEditApart(one, other), isOneEditApart(other, one)]).toEqual([apart, apart])
})

test('a role is no person, in English, Portuguese and Spanish, with a tag too', () => {
  const isPost = (address: string) => {
    const mailbox = parseMailbox(address)
    return mailbox && isRole(mailbox)
  }
  const posts = ['info', 'No-Reply', 'postmaster', 'support+1', 'contato', 'sac', 'rh', 'ventas']
  expect(posts.filter((one) => !isPost(`${one}@x.com`))).toEqual([])
  const people = ['maria', 'infante', 'rhaissa', 'apple', 'android', 'me', 'pastor', 'team.maria']
  expect(people.filter((one) => isPost(`${one}@x.com`))).toEqual([])
})

test('throw-away domains are found with their subdomains, aliases and free providers are none', () => {
  expect(['mailinator.com', 'x.mailinator.com'].filter((one) => !isDisposable(one))).toEqual([])
  const real = [
    'gmail.com',
    'simplelogin.com',
    'mozmail.com',
    'com',
    'empresa.com.br',
    'uol.com.br',
  ]
  expect(real.filter(isDisposable)).toEqual([])
})

test.for([
  ['401178', 'elo'],
  ['650905', 'elo'],
  ['606282', 'hipercard'],
  ['384100', 'hipercard'],
  ['411111', 'visa'],
  ['222100', 'mastercard'],
  ['272100', undefined],
  ['378282', 'american-express'],
  ['999999', undefined],
] as const)('BIN %s is of %s', ([bin, scheme]) => expect(schemeOf(bin)).toBe(scheme))

test('a BIN has 6 or 8 digits', () => {
  expect(['401178', '4011 7812', '4011781', '40117a', ''].map(toBin)).toEqual([
    '401178',
    '40117812',
    undefined,
    undefined,
    undefined,
  ])
})
