import { createTransport } from 'nodemailer'
import { afterEach, expect, it } from 'vitest'
import { type MailSink, startMailSink } from './mail-sink.js'

let sink: MailSink | undefined
afterEach(() => sink?.stop())

const send = async (mail: {
  readonly to: string
  readonly subject: string
  readonly text: string
}) => {
  const transport = createTransport({ url: sink?.smtp ?? '' })
  await transport.sendMail({ from: 'App <login@app.test>', html: `<p>${mail.text}</p>`, ...mail })
  transport.close()
}

it('the sink keeps mails, reads their text and HTML, and finds the newest code of an address', async () => {
  sink = await startMailSink()
  const long = `Zürich ${'a long line '.repeat(20)}= end`
  await send({ to: 'ada@mail.test', subject: '012345 is your Zürich code', text: long })
  await send({ to: 'ada@mail.test', subject: '654321 is your code', text: 'Second' })
  await send({ to: 'bob@mail.test', subject: 'A new device', text: 'Third' })
  expect(await sink.newestCode('Ada@mail.test')).toBe('654321')
  expect(sink.mails[0]).toMatchObject({
    from: 'login@app.test',
    to: ['ada@mail.test'],
    subject: '012345 is your Zürich code',
    html: `<p>${long}</p>`,
  })
  expect(sink.mails[0]?.text.trim()).toBe(long)
  expect((await sink.newest('bob@mail.test')).subject).toBe('A new device')
  await expect(sink.newest('carol@mail.test', { timeoutMs: 30 })).rejects.toMatchObject({
    code: 'NO_MAIL',
  })
  await expect(
    sink.newestCode('ada@mail.test', { after: sink.mails.length, timeoutMs: 30 }),
  ).rejects.toMatchObject({ code: 'NO_MAIL' })
})

it('the inbox page lists the newest mail first with its code, and shows markup of a mail as text', async () => {
  sink = await startMailSink()
  const empty = await (await fetch(sink.url)).text()
  expect(empty).toContain('No mail yet')
  await send({ to: 'ada@mail.test', subject: '111111 first', text: 'one' })
  await send({ to: 'ada@mail.test', subject: '222222 <script>x</script>', text: '<img src=x>' })
  const answer = await fetch(sink.url)
  const page = await answer.text()
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.indexOf('<output>222222</output>')).toBeGreaterThan(0)
  expect(page.indexOf('<output>222222</output>')).toBeLessThan(page.indexOf('111111'))
  expect(page).not.toMatch(/<script|<img/)
  const data = (await (await fetch(`${sink.url}/mails.json`)).json()) as { subject: string }[]
  expect(data.map(({ subject }) => subject.slice(0, 6))).toEqual(['222222', '111111'])
})

it('a sink that refuses answers senders with a temporary failure and keeps nothing', async () => {
  sink = await startMailSink()
  sink.isRefusing = true
  await expect(send({ to: 'ada@mail.test', subject: '1', text: '1' })).rejects.toMatchObject({
    responseCode: 451,
  })
  expect(sink.mails).toEqual([])
})
