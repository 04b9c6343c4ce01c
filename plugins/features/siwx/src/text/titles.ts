/** The words of this plugin that are there before its views are. */
export const signInTitle = { id: 'siwx.title', en: 'Sign in' } as const
export const signInsTitle = { id: 'siwx.sessions', en: 'Sign-ins' } as const
