import { carryOut } from './carry-out';
import { letRun } from './let-run';

carryOut(letRun);
