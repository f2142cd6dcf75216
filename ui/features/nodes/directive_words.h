// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_directives.h"

namespace nestloom::ui {

/// "K 8 to 11": what a buffer holds along a dimension.
QString rangeText(kapla::Dim dim, std::int64_t from, std::int64_t size);
/// "4 parts, each in 4 nodes, shared by 4": who holds what of a tensor.
QString holdingText(const ShownDirectives& directives, std::size_t level, std::size_t tensor);
/// "N=4 C=3 Xi=35 Yi=35"
QString sizesText(const std::vector<kapla::DimSize>& sizes, const QString& sign);
/// What a directive says, in words; for tool tips.
QString lineSentence(const ShownDirectives& directives, const ShownDirectives::Line& line);
/// What one buffer holds of a tensor.
QString bufferSentence(const ShownDirectives& directives, std::size_t level, std::size_t tensor, std::size_t buffer);
/// "Buffers of 16 of 16 nodes"
QString levelTitle(const ShownDirectives& directives, std::size_t level);
/// "12,345 of 16,384 words, 75 %"
QString fillText(std::int64_t words, std::int64_t capacity);
/// "N=4 C=3 Xi=35 Yi=35, 14.7 kwords"
QString sizeText(const kapla::TensorDirective& tensor);
QString wordsText(double words); // "14.7 kwords"

} // namespace nestloom::ui
