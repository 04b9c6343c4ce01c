import { describe, expect, it } from 'vitest'
import { readTextMessage } from './text-message.js'

const origin = 'https://app.example'
const self = '0x1111111111111111111111111111111111111111'
const signIn = (change: { domain?: string; chain?: string; address?: string; uri?: string } = {}) =>
  `${change.domain ?? 'app.example'} wants you to sign in with your ${change.chain ?? 'Ethereum'} account:
${change.address ?? self}

Log in.

URI: ${change.uri ?? 'https://app.example/login'}
Version: 1
Chain ID: 1
Nonce: 12345678
Issued At: 2026-11-28T00:00:00Z`
const read = (text: string, page = origin) =>
  readTextMessage(new TextEncoder().encode(text), page, self)

describe('Text that is signed', () => {
  it.each(['Hello', 'Two\nlines\tand a tab', 'Grüße 👋', ''])('[S10] the frame reads %j', text => {
    expect(read(text)).toEqual({
      outcome: 'read',
      actions: [{ kind: 'message', text }],
      warnings: [],
    })
  })

  it.each(['pay\u202Eyap', 'a\u200Bb', 'a\u0007b', '\uFEFFa', 'line\rover'])(
    '[S10] the frame warns of characters that cannot be seen in %j',
    text => {
      expect(read(text)).toMatchObject({ outcome: 'read', warnings: ['hidden-characters'] })
    },
  )

  it.each([
    [signIn(), origin],
    [signIn({ chain: 'Solana' }), origin],
    [signIn({ chain: 'Polkadot Hub' }), origin],
    [signIn({ address: self.toUpperCase().replace('X', 'x') }), origin],
    [signIn({ domain: 'https://app.example' }), origin],
    [
      signIn({ domain: 'app.example:8443', uri: 'https://app.example:8443' }),
      'https://app.example:8443',
    ],
  ])('[S17] the frame recognises a sign-in for the page', (text, page) => {
    expect(read(text, page)).toMatchObject({
      outcome: 'read',
      actions: [{ kind: 'sign-in', text }],
    })
  })

  it.each([
    ['other-site', 'another domain', signIn({ domain: 'evil.example' })],
    ['other-site', 'a subdomain', signIn({ domain: 'www.app.example' })],
    ['other-site', 'another port', signIn({ domain: 'app.example:444' })],
    ['other-site', 'the domain before a user', signIn({ domain: 'app.example@evil.example' })],
    ['other-site', 'capital letters', signIn({ domain: 'APP.example' })],
    ['other-site', 'an address of another site', signIn({ uri: 'https://evil.example' })],
    ['other-site', 'an address that is none', signIn({ uri: 'app.example' })],
    ['other-account', 'another account', signIn({ address: self.replace('1', '2') })],
  ])('[S17] the frame refuses by "%s" a sign-in with %s', (reason, _name, text) => {
    expect(read(text)).toEqual({ outcome: 'refused', reason })
  })

  it.each([
    ['a line before it', `Hello\n${signIn()}`],
    ['two blanks', signIn().replace('wants you', 'wants  you')],
    ['capital letters', signIn().replace('wants', 'WANTS')],
    ['no account', 'app.example wants you to sign in with your Ethereum account:'],
    ['hidden characters', signIn().replace('Log', 'L\u200Bog')],
  ])('[S17] the frame does not read what resembles a sign-in, with %s', (_name, text) => {
    expect(read(text)).toEqual({ outcome: 'unreadable' })
  })

  it('[S10] the frame does not read bytes that are no text', () => {
    expect(readTextMessage(Uint8Array.of(0xff, 0xfe), origin, self)).toEqual({
      outcome: 'unreadable',
    })
  })
})
