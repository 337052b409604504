// A condition whose size explodes, as could be published before such conditions were refused: a test stores it
// directly.

/** Each application multiplies the number of elements by eight. */
const eightfold = '.map(x, ((x + x) + (x + x)) + ((x + x) + (x + x)))'

/** 391 characters that build a list of 21 million elements. */
export const growing = `[[1,2,3,4,5,6,7,8,9,10]]${eightfold.repeat(7)}.size() > 1000000`
