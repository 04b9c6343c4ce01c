/**
 * The languages that every package is translated into. A new language is its tag in this list, and
 * a file `src/text/<tag>.ts` in each package.
 */
export const languages = ['de', 'ar']
