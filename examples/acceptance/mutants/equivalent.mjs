/**
 * Mutants that survive because no test could tell them from the code, each with the reason. `npm run mutants` fails for a survivor that is not here, and for a mutant
 * that is here and is killed or gone.
 *
 * @typedef {object} EquivalentMutant
 * @property {string} line the source line on which the mutated code begins, without its indent
 * @property {string} original the code that is replaced, with each run of white space as one space
 * @property {string} replacement written likewise
 * @property {string} reason
 */

/** By file. @type {Readonly<Record<string, readonly EquivalentMutant[]>>} */
export const equivalentMutants = {}
