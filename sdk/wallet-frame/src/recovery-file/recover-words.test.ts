import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildRecoveryFile } from '../../scripts/recovery-file.mjs'
import { base64url } from '../keys/bytes.js'
import { writeWithCheck } from '../keys/check-characters.js'
import { newRecoveryCode, wrapShare } from '../keys/recovery.js'
import { newEntropy, wordsOf } from '../keys/seed.js'
import { writeShare } from '../keys/share.js'
import { splitEntropy } from '../keys/shares.js'
import { type RecoveryTexts, recoverWords } from './recover-words.js'

const none: RecoveryTexts = { device: '', server: '', code: '', blob: '' }
async function keptTexts(words: 12 | 24, version = 1) {
  const entropy = newEntropy(words)
  const shares = await splitEntropy(entropy, version)
  const code = newRecoveryCode()
  const texts: RecoveryTexts = {
    device: writeWithCheck(writeShare(shares.device)),
    server: base64url(writeShare(shares.server)),
    code,
    blob: base64url(await wrapShare(shares.recovery, { kind: 'code', code })),
  }
  return { words: wordsOf(entropy), texts, entropy }
}
const codeOf = (texts: Partial<RecoveryTexts>) =>
  recoverWords({ ...none, ...texts }).then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  )

describe('the recovery file', () => {
  it.each([12, 24] as const)(
    'makes the %d words of any two parts, and of all three',
    async count => {
      const { words, texts } = await keptTexts(count)
      const { device, server, code, blob } = texts
      for (const given of [
        { device, server },
        { server, code, blob },
        { device, code, blob },
        texts,
      ])
        expect(await recoverWords({ ...none, ...given })).toBe(words)
    },
  )

  it('reads a device share as people type it, and a server share with check characters, too', async () => {
    const { words, texts } = await keptTexts(12)
    const typed = ` ${texts.device.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}\n`
    expect(await recoverWords({ ...none, device: typed, server: ` ${texts.server}\n` })).toBe(words)
  })

  it('finds the blob of the code in the file with all data of the person', async () => {
    const { words, texts } = await keptTexts(24)
    const other = await keptTexts(24)
    const data = JSON.stringify(
      { person: 'a', recovery: [{ blob: other.texts.blob }, { id: 'x', blob: texts.blob }] },
      null,
      2,
    )
    expect(
      await recoverWords({ ...none, server: texts.server, code: texts.code, blob: data }),
    ).toBe(words)
  })

  it('says what is wrong with a part, and shows no words', async () => {
    const { texts, entropy } = await keptTexts(12, 2)
    const { device, server, code, blob } = texts
    const foreign = (await keptTexts(12)).texts
    const shares = await splitEntropy(entropy, 1)
    const older = writeWithCheck(writeShare(shares.device))
    const mistyped = `${device.slice(0, 10)}${device[10] === 'A' ? 'B' : 'A'}${device.slice(11)}`
    const attempts: readonly (readonly [string, Partial<RecoveryTexts>])[] = [
      ['SHARE_MALFORMED', {}],
      ['SHARE_MALFORMED', { device }],
      ['SHARE_MALFORMED', { code, blob }],
      ['SHARE_MALFORMED', { device, code }],
      ['SHARE_MALFORMED', { device: server, server }],
      ['SHARE_FOREIGN', { device, server: foreign.server }],
      ['SHARE_OUTDATED', { device: older, server }],
      ['CODE_MISTYPED', { device: mistyped, server }],
      ['CODE_MISTYPED', { server, code: code.slice(1), blob }],
      ['RECOVERY_WRONG', { server, code: foreign.code, blob }],
      ['RECOVERY_WRONG', { server, code, blob: 'no data' }],
    ]
    for (const [expected, given] of attempts) expect(await codeOf(given)).toBe(expected)
  })

  it('has the hash that the README publishes', async () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    expect(readme).toContain(`\`${(await buildRecoveryFile()).sha256}\``)
  })

  it('is the same bytes when it is built twice, allows nothing but its own script, and names no host', async () => {
    const [first, second] = [await buildRecoveryFile(), await buildRecoveryFile()]
    expect(second).toEqual(first)
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(first.html) ?? []
    const parts = [...first.html.matchAll(/<(script|style)>(.*?)<\/\1>/gs)]
    const hashes = parts.map(([, kind, text = '']) => {
      expect(text.length).toBeGreaterThan(kind === 'script' ? 50_000 : 500)
      return `${kind}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`
    })
    expect(policy.split('; ').toSorted()).toEqual(
      ["base-uri 'none'", "default-src 'none'", "form-action 'none'", ...hashes].toSorted(),
    )
    expect(first.html).not.toMatch(/https?:|\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon/)
  })
})
