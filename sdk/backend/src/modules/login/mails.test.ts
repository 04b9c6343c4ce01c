import { expect, it } from 'vitest'
import { mailTransport } from './mails.js'

it.each([
  ['smtp://mail.example:587', true],
  ['smtp://user:password@mail.example', true],
  ['smtp://localhost.mail.example', true],
  ['smtp://127.0.0.1.mail.example', true],
  ['smtp://localhost@mail.example', true],
  ['smtp://10.0.0.1:25', true],
  ['smtp://localhost:1025', false],
  ['smtp://mail.localhost', false],
  ['smtp://127.0.0.1:1025', false],
])('a mail server at %s needs TLS: %s', (smtp, expected) => {
  const transport = mailTransport(smtp)
  expect(transport.options).toMatchObject({ requireTLS: expected, host: new URL(smtp).hostname })
  transport.close()
})
