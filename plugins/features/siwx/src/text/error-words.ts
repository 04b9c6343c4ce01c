/** The sentences of errors. Those of the specification's catalogue are as it writes them. */
export const errorWords = {
  'siwx.error.NOT_ENABLED': 'SIWX is not enabled',
  'siwx.error.NO_ADDRESS': 'No ActiveCaipAddress found',
  'siwx.error.NO_NETWORK': 'No ActiveCaipNetwork or client found',
  'siwx.error.NO_CONNECTION': 'No ConnectionController client found',
  'siwx.error.NOT_STARTED': 'A problem occurred while trying initialize authentication',
  'siwx.error.SIGNATURE_DECLINED': 'Signature declined',
  'siwx.error.SMART_ACCOUNT': 'This application might not support Smart Accounts',
  'siwx.error.SIGNATURE_INVALID': 'The wallet signed something else. You are not signed in.',
  'siwx.error.TARGET_CHANGED': 'The wallet changed its account or network. Nothing was signed.',
  'siwx.error.SERVER_REFUSED': 'This site did not accept the signature. You are not signed in.',
  'siwx.error.SERVER_FAILED': 'This site could not be reached. You are not signed in.',
  'siwx.error.NOT_SIGNED_OUT': 'This site could not be told that you signed out. It may still know you.',
  'siwx.error.CANCELLED': 'Sign-in was cancelled.',
} as const
