/** The toast while sign-in runs. */
export const authenticating = { id: 'siwx.authenticating', en: 'Authenticating...' } as const
