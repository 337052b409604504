// What can be written to, and by which spelling; everything else is refused by name.
import { expect, test } from 'vitest'
import { mailboxKey, parseMailbox } from '#src/journey/transaction/mailbox.ts'

test.for<[string, string]>([
  ['a+b@x.com', 'a@x.com'],
  [' A.B@Example.com ', 'a.b@example.com'],
  ['m.a.ria+x@gmail.com', 'maria@gmail.com'],
  ['maria@googlemail.com', 'maria@gmail.com'],
  ['a@bücher.example', 'a@xn--bcher-kva.example'],
  ['иван@почта.рф', 'иван@xn--80a1acny.xn--p1ai'],
  ['josé@x.com', 'josé@x.com'],
  ['jose\u0301@x.com', 'josé@x.com'],
  ['a..b@x.com', 'a..b@x.com'],
  ['"a..b"@x.com', 'a..b@x.com'],
  ['.a@x.com', '.a@x.com'],
  ['a@x.com.', 'a@x.com'],
  ['a@x。com', 'a@x.com'],
  ['\u202Aa\u200B@x.com\u202C', 'a@x.com'],
  ["o'neil@x.com", "o'neil@x.com"],
  [`${'a'.repeat(64)}@x.com`, `${'a'.repeat(64)}@x.com`],
])('%j is the mailbox %s', ([given, key]) => {
  const mailbox = parseMailbox(given)
  expect(mailbox && mailboxKey(mailbox)).toBe(key)
})

test.for([
  '',
  'a',
  '@x.com',
  'a@b',
  'a@x..com',
  'a@x.com..',
  'a@-x.com',
  'a@x-.com',
  'a@x_y.com',
  'a@*.com',
  'a@x.com/y',
  'a@x%2Ecom',
  'a@x.com:25',
  'a@[192.0.2.1]',
  'a@192.0.2.1',
  'a@2130706433',
  'a@0x7f.1',
  'a@x.123',
  'a@xn--zz-.com',
  'a b@x.com',
  '"a b"@x.com',
  '"a@b"@x.com',
  '"a"b"@x.com',
  'a\u0001b@x.com',
  'a@x.com,b@x.com',
  'a@x.com;',
  'A <a@x.com>',
  'a(b)@x.com',
  'a@x.com\r\nRCPT TO:<b@x.com>',
  `${'a'.repeat(65)}@x.com`,
  `${'é'.repeat(33)}@x.com`,
  `a@${'b'.repeat(64)}.com`,
  `a@${'b.'.repeat(126)}com`,
])('%j is none', (given) => {
  expect(parseMailbox(given)).toBeUndefined()
})
