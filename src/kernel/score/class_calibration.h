/*
 * class_calibration.h
 *		The link by which probabilities of classes agree best with what came.
 *
 * temperature and offset of a ClassLink minimise the mean log loss plus
 * sum_c offset_c^2 / rows; the temperature lies in [1/4, 4], the last offset is 0.
 * This is convex; it begins with the best temperature alone, so that the loss is
 * never greater than of that.
 */
#ifndef AER_CLASS_CALIBRATION_H
#define AER_CLASS_CALIBRATION_H

#include "kernel/score/held_out_rows.h"

/*
 * Find temperature and offset[classes].  The scores of a row are the logarithms of the
 * probabilities of classes, -INFINITY of one that the model of its fold has not seen; its
 * target is a class.  Rows whose own class the model has not seen are left out.
 */
extern void calibrate_classes(Work *work, const HeldOutRows *rows, double *temperature,
							  double *offset);

#endif							/* AER_CLASS_CALIBRATION_H */
