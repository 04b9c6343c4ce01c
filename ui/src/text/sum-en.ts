/** What stands in the place of an amount that is not shown. */
export const sumEn = { 'ui.amountHidden': 'Amount hidden' } as const
