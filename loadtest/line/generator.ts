import { carryOut } from '../generator/carry-out';
import { letCome } from './let-come';

carryOut(letCome);
