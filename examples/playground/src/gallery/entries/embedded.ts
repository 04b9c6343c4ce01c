import { emailCodeView, embedded } from '@portico/plugin-embedded'
import { connectView } from '@portico/sdk'
import type { Chapter, Entry } from '../entry.js'
import { type Setting, type Stage, shadow } from '../stage.js'

/** `does`: what the frame answers (`login-frame.ts`). */
export const withLogin = (
  does:
    | 'wait'
    | 'deny'
    | 'refuse'
    | 'account'
    | 'account-wait'
    | 'account-fail'
    | 'account-empty'
    | 'account-long',
): Setting => ({
  plugins: chain => {
    const { protocol, host, origin } = location
    const url = new URL(`${protocol}//wallet.${host}/gallery-frame.html`)
    url.search = new URLSearchParams({ origin, does }).toString()
    return [chain, embedded({ url: url.href })]
  },
})
const field = (name: string) => shadow()?.querySelector<HTMLInputElement>(`input[${name}]`)

async function sendCode(stage: Stage, email = 'ada@example.org'): Promise<void> {
  stage.open({ view: connectView })
  await stage.until(() => field('type=email'), 'the field is there')
  stage.type(email)
  await stage.press('Continue with e-mail')
}
async function typeCode(stage: Stage, email?: string): Promise<void> {
  await sendCode(stage, email)
  await stage.until(() => field('autocomplete=one-time-code'), 'the code is asked for')
}

const state = (
  entry: Pick<Entry, 'id' | 'kind' | 'title'>,
  does: Parameters<typeof withLogin>[0],
  prepare: Entry['prepare'],
  view = emailCodeView.id,
): Entry => ({ ...entry, view, setting: withLogin(does), prepare })

const chapter: Chapter = {
  plugins: () => [embedded({ url: 'https://wallet.example/' })],
  entries: [
    state({ id: 'email-code/full', kind: 'full', title: 'Waits for the code' }, 'deny', typeCode),
    state(
      { id: 'email-code/loading', kind: 'loading', title: 'The code is being checked' },
      'wait',
      async stage => {
        await typeCode(stage)
        stage.type('123456')
        await stage.until(
          () => shadow()?.querySelector('form [aria-busy]'),
          'the code is being checked',
        )
      },
    ),
    state({ id: 'email-code/error', kind: 'error', title: 'A wrong code' }, 'deny', async stage => {
      await typeCode(stage)
      stage.type('123456')
      await stage.see('This code is wrong')
    }),
    state(
      { id: 'email-code/again', kind: 'step', title: 'Another code can be sent' },
      'deny',
      async stage => {
        await typeCode(stage)
        stage.clock.forward(31_000)
        await stage.see('Send again')
      },
    ),
    state({ id: 'email-code/long', kind: 'long', title: 'A long address' }, 'deny', stage =>
      typeCode(stage, `${'ada.of.the.long.address.'.repeat(5)}x@mail.example.org`),
    ),
    state(
      { id: 'email-code/empty', kind: 'empty', title: 'No login is open' },
      'deny',
      async stage => {
        stage.open({ view: emailCodeView })
        await stage.see('This login is over')
      },
    ),
    state(
      { id: 'connect/email-refused', kind: 'step', title: 'The frame refuses this app' },
      'refuse',
      async stage => {
        await sendCode(stage)
        await stage.see('Invalid App Configuration')
        // The sentence answers what the person sent.
        stage.answered()
      },
      connectView.id,
    ),
    state(
      { id: 'connect/passkey-unused', kind: 'step', title: 'No passkey was used' },
      'deny',
      async stage => {
        stage.open({ view: connectView })
        await stage.press('Continue with a passkey')
        await stage.see('No passkey was used')
        stage.answered()
      },
      connectView.id,
    ),
    state(
      { id: 'connect/passkey-waits', kind: 'step', title: 'Waits for a passkey' },
      'wait',
      async stage => {
        stage.open({ view: connectView })
        await stage.press('Continue with a passkey')
        await stage.see('Cancel')
        stage.answered()
      },
      connectView.id,
    ),
    state(
      { id: 'connect/recovery-words', kind: 'step', title: 'Why words are not asked for' },
      'deny',
      async stage => {
        stage.open({ view: connectView })
        await stage.press('I have recovery words')
        await stage.see('Words of another wallet are not accepted here')
        stage.answered()
      },
      connectView.id,
    ),
  ],
}
export default chapter
