/** The account of a person who is logged in, as the frame of the gallery answers it. */
import { type FrameHandlers, FrameRefusal } from '@portico/wallet-frame/frame'

const hour = 3_600_000
const never = () => new Promise<never>(() => undefined)
const refuse = () => Promise.reject(new FrameRefusal('FAILED'))
const longName = 'A browser of a very long name on a system of a very long name, '.repeat(3)

const events = [
  'data-downloaded',
  'device-removed',
  'login',
  'device-added',
  'recovery-added',
  'wallet-stored',
  'person-created',
]
const firstAt = Date.UTC(2026, 10, 1, 12)

function devicesOf(does: string) {
  const device = (id: string, name: string, hours: number) => ({
    id,
    name,
    createdAt: 0,
    lastUsedAt: Date.now() - hours * hour,
    isCurrent: hours === 0,
    sessions:
      hours < 500
        ? [{ id, loginAt: 0, lastUsedAt: Date.now() - hours * hour, isCurrent: hours === 0 }]
        : [],
  })
  const own = device('one', 'Chrome, Windows', 0)
  if (does === 'account-empty') return [own]
  const second = does === 'account-long' ? longName : 'Safari, iPhone'
  return [own, device('two', second, 5), device('three', 'Firefox, Linux', 800)]
}

/** `does`: `account`, and what it answers otherwise than well. */
export function accountHandlers(does: string): FrameHandlers {
  const isIn = does.startsWith('account')
  const answer = <Result>(result: Result): Promise<Result> => {
    if (does === 'account-wait') return never()
    return does === 'account-fail' ? refuse() : Promise.resolve(result)
  }
  return {
    IS_CONNECTED: async () => ({ isConnected: isIn }),
    GET_USER: async payload => ({
      email: emailOf(does),
      address: '0x1111111111111111111111111111111111111111',
      chainId: payload?.chainId ?? 'eip155:1',
    }),
    SIGN_OUT: async () => undefined,
    GET_ACCOUNT: () =>
      answer({
        email: does === 'account-empty' ? null : emailOf(does),
        passkeys: 1,
        screens: ['recovery', 'export'],
      }),
    GET_DEVICES: () => answer({ devices: devicesOf(does) }),
    REMOVE_DEVICE: refuse,
    SIGN_OUT_EVERYWHERE: refuse,
    GET_ACTIVITY_LOG: () =>
      answer({
        entries:
          does === 'account-empty'
            ? []
            : events.map((event, at) => ({
                seq: events.length - at,
                at: firstAt - at * 7 * hour,
                event,
              })),
        isComplete: does === 'account-empty',
      }),
    DELETE_ACCOUNT: () => (does === 'account-fail' ? tooOld() : never()),
    UPDATE_EMAIL: () =>
      does === 'account-wait'
        ? never()
        : does === 'account-fail'
          ? tooOld()
          : Promise.resolve({ action: 'VERIFY_PRIMARY_OTP' }),
    UPDATE_EMAIL_PRIMARY_OTP: async () => undefined,
    UPDATE_EMAIL_SECONDARY_OTP: async () => ({ newEmail: 'ada@new.example' }),
  }
}
const tooOld = () => Promise.reject(new FrameRefusal('LOGIN_TOO_OLD'))
const emailOf = (does: string): string =>
  does === 'account-long'
    ? `${'ada.of.the.long.address.'.repeat(2)}x@mail.example.org`
    : 'ada@example.org'
