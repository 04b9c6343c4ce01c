import {
  activityLogView,
  deleteAccountView,
  embedded,
  updateEmailView,
  walletAccountService,
  walletAccountView,
  walletDevicesView,
} from '@portico/plugin-embedded'
import { connectView } from '@portico/sdk'
import type { Chapter, Entry } from '../entry.js'
import { type Stage, shadow } from '../stage.js'
import { withLogin } from './embedded.js'

const field = (name: string) => shadow()?.querySelector<HTMLInputElement>(`input[${name}]`)

/** Logs in by e-mail, and opens the view. */
async function logIn(stage: Stage, view: string): Promise<void> {
  stage.open({ view: connectView })
  await stage.until(() => field('type=email'), 'the field is there')
  stage.type('ada@example.org')
  await stage.press('Continue with e-mail')
  await stage.until(() => field('autocomplete=one-time-code'), 'the code is asked for')
  stage.type('123456')
  await stage.until(
    () => shadow()?.querySelector('.p-account-head, .p-account-balance'),
    'Account is there',
  )
  stage.open({ view })
}

type Does = Parameters<typeof withLogin>[0]
const state = (
  entry: Pick<Entry, 'id' | 'kind' | 'title' | 'view'>,
  does: Does,
  said: string,
  act: (stage: Stage) => Promise<void> = async () => undefined,
): Entry => ({
  ...entry,
  setting: withLogin(does),
  async prepare(stage) {
    await logIn(stage, entry.view)
    await act(stage)
    await stage.see(said)
  },
})
const skeletons = (stage: Stage) =>
  stage.until(() => shadow()?.querySelector('.p-skeleton'), 'it is loading')
/** Types the new address, and sends it. */
const updateEmail = async (stage: Stage) => {
  await stage.until(() => field('type=email'), 'the field is there')
  stage.type('ada@new.example')
  await stage.press('Change e-mail')
}
const service = (stage: Stage) => stage.portico.kernel.use(walletAccountService)

const account = walletAccountView.id
const devices = walletDevicesView.id
const activity = activityLogView.id
const update = updateEmailView.id
const removal = deleteAccountView.id

const chapter: Chapter = {
  plugins: () => [embedded({ url: 'https://wallet.example/' })],
  cannot: {
    [update]: { empty: 'there is always a field' },
    [removal]: {
      empty: 'its sentences are always there',
      long: 'it has no third-party text',
    },
  },
  entries: [
    state(
      { id: 'wallet-account/full', kind: 'full', view: account, title: 'All rows' },
      'account',
      'Show recovery words',
    ),
    state(
      { id: 'wallet-account/loading', kind: 'loading', view: account, title: 'Not read yet' },
      'account-wait',
      'Devices',
    ),
    state(
      { id: 'wallet-account/empty', kind: 'empty', view: account, title: 'Without an address' },
      'account-empty',
      'You are logged in with a passkey',
    ),
    state(
      { id: 'wallet-account/error', kind: 'error', view: account, title: 'It cannot be read' },
      'account-fail',
      'An error occurred',
    ),
    state(
      { id: 'wallet-account/long', kind: 'long', view: account, title: 'A long address' },
      'account-long',
      'You are logged in as',
    ),
    state(
      { id: 'wallet-devices/full', kind: 'full', view: devices, title: 'Three devices' },
      'account',
      'Safari, iPhone',
    ),
    state(
      { id: 'wallet-devices/loading', kind: 'loading', view: devices, title: 'Not read yet' },
      'account-wait',
      '',
      skeletons,
    ),
    state(
      { id: 'wallet-devices/empty', kind: 'empty', view: devices, title: 'No other device' },
      'account-empty',
      'on this device only',
    ),
    state(
      { id: 'wallet-devices/error', kind: 'error', view: devices, title: 'They cannot be read' },
      'account-fail',
      'An error occurred',
    ),
    state(
      { id: 'wallet-devices/long', kind: 'long', view: devices, title: 'A long name' },
      'account-long',
      'A browser of a very long name',
    ),
    state(
      { id: 'wallet-activity/full', kind: 'full', view: activity, title: 'Some entries' },
      'account',
      'Account created',
    ),
    state(
      { id: 'wallet-activity/loading', kind: 'loading', view: activity, title: 'Not read yet' },
      'account-wait',
      '',
      skeletons,
    ),
    state(
      { id: 'wallet-activity/empty', kind: 'empty', view: activity, title: 'No entry' },
      'account-empty',
      'Nothing has happened yet',
    ),
    state(
      { id: 'wallet-activity/error', kind: 'error', view: activity, title: 'It cannot be read' },
      'account-fail',
      'An error occurred',
    ),
    state(
      { id: 'wallet-activity/long', kind: 'long', view: activity, title: 'Many entries' },
      'account-long',
      'Show older',
    ),
    state(
      { id: 'update-email/full', kind: 'full', view: update, title: 'The new address' },
      'account',
      'New e-mail',
    ),
    state(
      { id: 'update-email/loading', kind: 'loading', view: update, title: 'The frame asks' },
      'account-wait',
      'Cancel',
      updateEmail,
    ),
    state(
      { id: 'update-email/error', kind: 'error', view: update, title: 'The login is too old' },
      'account-fail',
      'Log in again',
      updateEmail,
    ),
    state(
      { id: 'update-email/long', kind: 'long', view: update, title: 'A long address' },
      'account-long',
      'Step 1 of 2',
      updateEmail,
    ),
    state(
      { id: 'update-email/code', kind: 'step', view: update, title: 'The code of the new address' },
      'account',
      'Step 2 of 2',
      async stage => {
        await updateEmail(stage)
        await stage.see('Step 1 of 2')
        await service(stage).submitUpdateCode('123456')
      },
    ),
    state(
      { id: 'update-email/done', kind: 'step', view: update, title: 'The address is changed' },
      'account',
      'From now on',
      async stage => {
        await updateEmail(stage)
        await stage.see('Step 1 of 2')
        await service(stage).submitUpdateCode('123456')
        await service(stage).submitUpdateCode('123456')
      },
    ),
    state(
      { id: 'delete-account/full', kind: 'full', view: removal, title: 'What is lost' },
      'account',
      'lost for ever',
    ),
    state(
      { id: 'delete-account/loading', kind: 'loading', view: removal, title: 'The frame asks' },
      'account',
      'lost for ever',
      stage => stage.press('Delete account'),
    ),
    state(
      { id: 'delete-account/error', kind: 'error', view: removal, title: 'The login is too old' },
      'account-fail',
      'Log in again',
      stage => stage.press('Delete account'),
    ),
  ],
}
export default chapter
