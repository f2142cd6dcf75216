// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

#include <QWidget>

class QScrollArea;
class QSplitter;
class QStackedLayout;
class QTableView;

namespace nestloom::ui {

class BufferBars;
class BufferUseModel;
class MessagePanel;

/// Buffer use of one layer: a bar per level against its capacity, and below a table of traffic and energy per level
/// and tensor.
class BufferUseView : public QWidget {
    Q_OBJECT
public:
    explicit BufferUseView(QWidget* parent = nullptr);

    /// Shows the mapping of `result`, or why there is none.
    void setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                  const schedule::LayerResult& result);
    void clear();

    const MessagePanel& message() const { return *m_message; }
    bool showsMessage() const;

    /// What a number of the table is about.
    enum class Explained { Tiles, Bytes, Energy };

Q_SIGNALS:
    void explainRequested(std::size_t level, nestloom::ui::BufferUseView::Explained what);

private:
    void explainCell();
    QWidget* makeContent();
    void makeRoomForBars();

    BufferUseModel* m_model;
    BufferBars* m_bars = nullptr;
    QScrollArea* m_barsArea = nullptr;
    QSplitter* m_splitter = nullptr;
    QTableView* m_table = nullptr;
    MessagePanel* m_message;
    QStackedLayout* m_stack;
};

} // namespace nestloom::ui
