/** What a search field says. */
export const fieldEn = { 'ui.clear': 'Clear' } as const
