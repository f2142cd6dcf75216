// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/directive_panel.h"

#include "ui/features/nodes/directive_words.h"
#include "ui/features/nodes/nodes_words.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"
#include "ui/widgets/make_widgets.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace nestloom::ui {

DirectiveList::DirectiveList(ShownDirectives& directives, QWidget* parent)
    : QListWidget(parent), m_directives(directives)
{
    named(this, "directiveList", tr("Directives of the selected layer"));
    setFont(codeFont(font()));
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setUniformItemSizes(true);
    setHorizontalScrollMode(ScrollPerPixel);
    connect(&m_directives, &ShownDirectives::changed, this, &DirectiveList::refill);
    connect(&m_directives, &ShownDirectives::markedChanged, this, &DirectiveList::mark);
    connect(this, &QListWidget::currentRowChanged, this, [this](int row) {
        if (!m_marking)
            m_directives.choose(row < 0 ? std::nullopt : std::optional(std::size_t(row)));
    });
    connect(this, &QListWidget::itemEntered, this,
            [this](QListWidgetItem* item) { m_directives.point(std::size_t(row(item))); });
    connect(this, &QListWidget::viewportEntered, this, [this] { m_directives.point(std::nullopt); });
    refill();
}

void DirectiveList::refill()
{
    m_marking = true;
    clear();
    addItems(m_directives.texts());
    for (int i = 0; i < count(); ++i) {
        item(i)->setToolTip(lineSentence(m_directives, m_directives.lines()[std::size_t(i)]));
        if (m_directives.lines()[std::size_t(i)].kind == ShownDirectives::Kind::Level)
            item(i)->setFont(strongFont(font()));
    }
    m_marking = false;
    mark();
}

void DirectiveList::mark()
{
    m_marking = true;
    const auto chosen = m_directives.chosen();
    setCurrentRow(chosen ? int(*chosen) : -1);
    const Theme& theme = themeFor(palette());
    for (int i = 0; i < count(); ++i)
        item(i)->setBackground(m_directives.pointed() == std::size_t(i) ? QBrush(theme.accentSoft) : QBrush());
    m_marking = false;
}

void DirectiveList::leaveEvent(QEvent* event)
{
    QListWidget::leaveEvent(event);
    m_directives.point(std::nullopt);
}

namespace {
constexpr double kLeastWidth = 440; // of a level beside another
using Kind = ShownDirectives::Kind;
} // namespace

DirectiveView::DirectiveView(ShownDirectives& directives, QWidget* parent)
    : PaintedChart(parent), m_directives(directives)
{
    named(this, "directiveView", tr("Directives as pictures"));
    setMouseTracking(true);
    connect(&m_directives, &ShownDirectives::changed, this, &DirectiveView::describe);
    connect(&m_directives, &ShownDirectives::markedChanged, this, qOverload<>(&QWidget::update));
    describe();
}

void DirectiveView::describe()
{
    QStringList lines;
    for (std::size_t level = 0; level < m_directives.levels().size(); ++level) {
        if (m_directives.levels()[level].array.empty())
            continue;
        lines << levelTitle(m_directives, level);
        for (std::size_t i = 0; i < m_directives.levels()[level].directives.tensors.size(); ++i)
            lines << QStringLiteral("%1: %2").arg(
                QString::fromStdString(m_directives.levels()[level].directives.tensors[i].name),
                holdingText(m_directives, level, i));
    }
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    update();
}

std::vector<std::size_t> DirectiveView::levelsInSight() const
{
    std::vector<std::size_t> levels;
    for (std::size_t i = m_directives.levels().size(); i-- > 0;)
        if (!m_directives.levels()[i].array.empty())
            levels.push_back(i);
    if (double(levels.size()) * kLeastWidth > width())
        return {m_directives.level()};
    return levels;
}

std::vector<LevelPicture> DirectiveView::pictures() const
{
    std::vector<LevelPicture> pictures;
    if (m_directives.empty())
        return pictures;
    const std::vector<std::size_t> levels = levelsInSight();
    const double width = this->width() / double(levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i)
        pictures.emplace_back(m_directives, levels[i], QRectF(double(i) * width, 0, width, height()),
                              captionFont(font()));
    return pictures;
}

void DirectiveView::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (m_directives.empty()) {
        painter.setFont(font());
        return paint::message(painter, rect(), tr("No layer is selected"),
                              tr("What each node and each PE holds of a layer's tensors appears here."), theme);
    }
    const std::vector<LevelPicture> pictures = this->pictures();
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        pictures[i].paint(painter, theme);
        if (i > 0) {
            painter.setPen(theme.grid);
            const double x = width() * double(i) / double(pictures.size());
            painter.drawLine(QPointF(x, 6), QPointF(x, height() - 6));
        }
    }
}

std::optional<LevelPicture::Hit> DirectiveView::hitAt(QPointF at) const
{
    for (const LevelPicture& picture : pictures())
        if (auto hit = picture.hitAt(at))
            return hit;
    return std::nullopt;
}

QString DirectiveView::toolTipAt(QPointF at) const
{
    const auto hit = hitAt(at);
    if (!hit)
        return {};
    return hit->buffer ? bufferSentence(m_directives, hit->line.level, hit->line.at, *hit->buffer)
                       : lineSentence(m_directives, hit->line);
}

void DirectiveView::mouseMoveEvent(QMouseEvent* event)
{
    const auto hit = hitAt(event->position());
    m_directives.point(hit ? m_directives.lineOf(hit->line) : std::nullopt);
}

void DirectiveView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto hit = hitAt(event->position()))
        m_directives.choose(m_directives.lineOf(hit->line));
}

void DirectiveView::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_directives.point(std::nullopt);
}

void DirectiveView::keyPressEvent(QKeyEvent* event)
{
    const auto count = std::ptrdiff_t(m_directives.lines().size());
    const std::ptrdiff_t now = m_directives.chosen() ? std::ptrdiff_t(*m_directives.chosen()) : -1;
    const auto go = [&](std::ptrdiff_t line) {
        m_directives.choose(std::size_t(std::clamp<std::ptrdiff_t>(line, 0, count - 1)));
    };
    if (count == 0)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Down: return go(now + 1);
    case Qt::Key_Up: return go(now - 1);
    case Qt::Key_Home: return go(0);
    case Qt::Key_End: return go(count - 1);
    case Qt::Key_Left:
    case Qt::Key_Right: {
        // The text begins with the innermost level; pictures with the outermost.
        const bool outwards = event->key() == Qt::Key_Left;
        const std::size_t level = m_directives.level();
        const std::size_t next = outwards ? level + 1 : level - 1; // past the end below 0
        if (next < m_directives.levels().size() && !m_directives.levels()[next].array.empty())
            m_directives.choose(m_directives.lineOf({Kind::Level, next, 0}));
        return;
    }
    case Qt::Key_Escape:
        if (m_directives.chosen())
            return m_directives.choose(std::nullopt);
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

TableValues DirectiveView::chartValues() const
{
    TableValues values;
    values.columns = {tr("level"), tr("row"),   tr("column"),    tr("tensor"), tr("part"),
                      tr("parts"), tr("share"), tr("shared by"), tr("words")};
    for (const ShownDirectives::Level& level : m_directives.levels())
        for (std::size_t i = 0; i < level.array.buffers.size(); ++i)
            for (std::size_t t = 0; t < level.array.tensors.size(); ++t) {
                const BufferArray::Holding& holding = level.array.tensors[t];
                const kapla::TensorDirective& tensor = level.directives.tensors[t];
                values.rows.push_back({QString::fromStdString(level.directives.level),
                                       qlonglong(level.array.buffers[i].at.h), qlonglong(level.array.buffers[i].at.w),
                                       QString::fromStdString(tensor.name), qulonglong(holding.part[i] + 1),
                                       qulonglong(holding.parts()), qlonglong(holding.share[i] + 1),
                                       qlonglong(tensor.shared), qlonglong(tensor.words())});
            }
    return values;
}

std::optional<Provenance> DirectiveView::chartProvenance() const { return nodesProvenance(m_directives.nodes()); }

DirectivePanel::DirectivePanel(ShownNodes& nodes, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), m_directives(nodes), m_list(new DirectiveList(m_directives)),
      m_view(new DirectiveView(m_directives))
{
    setObjectName(QStringLiteral("directivePanel"));
    setChildrenCollapsible(false);
    addWidget(m_list);
    addWidget(m_view);
    setStretchFactor(0, 1);
    setStretchFactor(1, 4);
    setSizes({250, 570});
}

DirectivePanel::~DirectivePanel()
{
    delete m_list; // they look at the directives
    delete m_view;
}

} // namespace nestloom::ui
