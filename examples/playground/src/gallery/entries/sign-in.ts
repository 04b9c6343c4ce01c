import {
  type SiwxOptions,
  type SiwxStorage,
  siwx,
  siwxService,
  siwxSlice,
} from '@portico/plugin-siwx'
import { formatSignIn, withRecap } from '@portico/plugin-siwx/verify'
import type { Chapter, Entry } from '../entry.js'
import { longNames } from '../names.js'
import { type Stage, shadow } from '../stage.js'

/** Signs as the button does, which holds clicks for 400 ms. */
const signs = async (stage: Stage): Promise<void> => {
  const button = () =>
    [...(shadow()?.querySelectorAll('.p-root button') ?? [])].some(
      one => one.textContent === 'Sign',
    )
  await stage.until(button, 'the button Sign is there')
  void stage.portico.kernel.use(siwxService).sign()
}

const sign = 'SIWXSignMessage'
const waiting = 'ConnectingSiwe'
const list = 'SignIns'
const never = () => new Promise<never>(() => undefined)

/** Keeps nothing, and says what is left out. */
const storage = (more: Partial<SiwxStorage> = {}): SiwxStorage => ({
  nonce: async () => ({ nonce: '8f2k1hQ9sLm0aVx2wZ4rT6yU' }),
  add: async () => undefined,
  remove: async () => undefined,
  ...more,
})
const withSignIn = (options: SiwxOptions = {}): Pick<Entry, 'setting'> => ({
  setting: { plugins: chain => [chain, siwx({ storage: storage(), ...options })] },
})
/** From a closed modal to the message. */
async function toMessage({ open, press, see }: Stage, wallet = 'Fox Wallet') {
  open()
  await press(wallet)
  await see('wants you to sign in')
}
/** The same, where the message brings more than itself, whose place cannot be reserved. */
async function toMessageWithMore(stage: Stage, wallet?: string) {
  await toMessage(stage, wallet)
  await stage.until(() => shadow()?.querySelector('.p-sign-message'), 'the message is there')
  stage.answered()
}

const chapter: Chapter = {
  cannot: {
    [sign]: { empty: 'there is always a message, or it is being prepared' },
    [waiting]: {
      loading: 'it is waiting itself',
      empty: 'there is always a wallet that is waited for',
      error: 'what goes wrong is said on the message, where it can be signed again',
    },
    [list]: {
      loading: 'who is signed in is known',
      error:
        'a failed sign-out at the server still signs out here, and a toast reports the failure',
    },
  },
  plugins: () => [siwx()],
  entries: [
    {
      id: 'sign-in/full',
      view: sign,
      kind: 'full',
      title: 'The message, before it is signed',
      ...withSignIn({ statement: 'Read your notes.' }),
      prepare: toMessage,
    },
    {
      id: 'sign-in/optional',
      view: sign,
      kind: 'step',
      title: 'Where sign-in is optional',
      ...withSignIn({ required: false }),
      prepare: toMessage,
    },
    {
      id: 'sign-in/loading',
      view: sign,
      kind: 'loading',
      title: 'Preparing the message',
      ...withSignIn({ storage: storage({ nonce: never }) }),
      async prepare({ open, press, see }) {
        open()
        await press('Fox Wallet')
        await see('asks you to confirm')
      },
    },
    {
      id: 'sign-in/error',
      view: sign,
      kind: 'error',
      title: 'It was declined in the wallet',
      ...withSignIn(),
      async prepare(stage) {
        await toMessage(stage)
        stage.wallet('Fox Wallet').policy = 'reject'
        await signs(stage)
        await stage.see('Signature declined')
      },
    },
    {
      id: 'sign-in/warnings',
      view: sign,
      kind: 'step',
      title: 'The host’s own message is for another site, account and network',
      ...withSignIn({
        createMessage: fields =>
          `bank.example wants you to sign in with your Ethereum account:\n0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF\n\n\nURI: https://bank.example\nVersion: 1\nChain ID: 137\nNonce: ${fields.nonce}\nIssued At: ${fields.issuedAt}`,
      }),
      prepare: stage => toMessageWithMore(stage),
    },
    {
      id: 'sign-in/allows',
      view: sign,
      kind: 'step',
      title: 'The message allows something besides (EIP-5573)',
      ...withSignIn({
        createMessage: fields =>
          formatSignIn(
            withRecap(fields, {
              att: { 'https://notes.example': { 'notes/read': [{}], 'notes/write': [{}] } },
            }),
          ),
      }),
      prepare: stage => toMessageWithMore(stage),
    },
    {
      id: 'sign-in/clock',
      view: sign,
      kind: 'step',
      title: 'This device’s clock is a day behind the server’s',
      ...withSignIn({
        storage: storage({
          nonce: async () => ({ nonce: '8f2k1hQ9sLm0aVx2wZ4rT6yU', now: Date.now() + 86_400_000 }),
        }),
      }),
      prepare: stage => toMessageWithMore(stage),
    },
    {
      id: 'sign-in/long',
      view: sign,
      kind: 'long',
      title: 'A long name, a long sentence, and resources',
      setting: {
        wallets: [{ name: 'long', info: { name: longNames[0] } }],
        plugins: chain => [
          chain,
          siwx({
            storage: storage(),
            statement:
              'I have read all of the terms of service of this site, every page of them, and agree to each one, whatever it may say now or later.',
            resources: [
              'https://files.example/a/very/long/path/to/something/that/is/asked/for',
              'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq',
            ],
          }),
        ],
      },
      prepare: stage => toMessageWithMore(stage, longNames[0]),
    },
    {
      id: 'connecting-siwe/full',
      view: waiting,
      kind: 'full',
      title: 'The wallet asks',
      ...withSignIn(),
      async prepare(stage) {
        await toMessage(stage)
        stage.wallet('Fox Wallet').policy = 'ask'
        await signs(stage)
        await stage.see('Open Fox Wallet to sign')
      },
    },
    {
      id: 'connecting-siwe/keeping',
      view: waiting,
      kind: 'step',
      title: 'Verifying the signature',
      ...withSignIn({ storage: storage({ add: never }) }),
      async prepare(stage) {
        await toMessage(stage)
        await signs(stage)
        await stage.see('Verifying the signature')
      },
    },
    {
      id: 'connecting-siwe/long',
      view: waiting,
      kind: 'long',
      title: 'A long name',
      setting: {
        wallets: [{ name: 'long', info: { name: longNames[1] } }],
        plugins: chain => [chain, siwx({ storage: storage() })],
      },
      async prepare(stage) {
        await toMessage(stage, longNames[1])
        stage.wallet('long').policy = 'ask'
        await signs(stage)
        await stage.see('to sign')
      },
    },
    {
      id: 'sign-ins/full',
      view: list,
      kind: 'full',
      title: 'Who is signed in',
      ...withSignIn(),
      prepare: stage => toList(stage),
    },
    {
      id: 'sign-ins/empty',
      view: list,
      kind: 'empty',
      title: 'All sign-ins have ended',
      ...withSignIn(),
      async prepare(stage) {
        await toList(stage)
        await stage.press('Sign out everywhere')
        await stage.see('You are not signed in')
      },
    },
    {
      id: 'sign-ins/long',
      view: list,
      kind: 'long',
      title: 'Long names',
      setting: {
        wallets: [{ name: 'long', info: { name: longNames[0] } }],
        networks: [{ chainId: 1, name: longNames[1] }],
        plugins: chain => [chain, siwx({ storage: storage() })],
      },
      prepare: stage => toList(stage, longNames[0]),
    },
  ],
}
export default chapter

async function toList(stage: Stage, wallet?: string) {
  await toMessage(stage, wallet)
  await signs(stage)
  const { kernel } = stage.portico
  await stage.until(() => kernel.state(siwxSlice).sessions.length > 0, 'the account is signed in')
  stage.open()
  await stage.press('Settings')
  await stage.press('Sign-ins')
  await stage.see('Sign out everywhere')
}
