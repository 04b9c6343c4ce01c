import { expect, it } from 'vitest'
import { writeMail } from './mail-texts.js'

const facts = {
  app: 'App & Co',
  site: 'https://wallet.app.test',
  device: '<img src=x onerror="alert(1)">',
  at: '2026-01-01 00:00 UTC',
  stopUrl: 'https://wallet.app.test/stop.html#abc',
  exportAfterHours: 24,
}

it('a mail shows the name of a device as text, in its HTML part too', () => {
  const { text, html } = writeMail('new-device', facts, {})
  expect(text).toContain(facts.device)
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; logged in')
  expect(html).not.toContain('<img')
  expect(html).toContain('<a href="https://wallet.app.test/stop.html#abc">')
})

it('a template of the host replaces the text of its kind alone', () => {
  const templates = {
    deleted: ({ app }: { app: string }) => ({ subject: `Bye, ${app}`, text: 't', html: 'h' }),
  }
  const { app, site, at } = facts
  expect(writeMail('deleted', { app, site, at }, templates).subject).toBe('Bye, App & Co')
  expect(writeMail('email-changed', { app, site, at }, templates).subject).toBe(
    'The email address of your App & Co wallet was changed',
  )
})
