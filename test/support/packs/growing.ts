// A condition that was published before growth was refused: stored by a test, and never by a request.

/** Each level has eight times the elements of the one before. */
const eightfold = '.map(x, ((x + x) + (x + x)) + ((x + x) + (x + x)))'

/** Of 391 characters, which make a list of 21 million. */
export const growing = `[[1,2,3,4,5,6,7,8,9,10]]${eightfold.repeat(7)}.size() > 1000000`
